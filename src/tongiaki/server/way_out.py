"""The way out of a chain that runs in circles: searched beside the event loop, played on a copy, never saved."""

import asyncio

from tongiaki.engine.way_out import MOST_POSITIONS, way_out
from tongiaki.server.course import Course
from tongiaki.server.problems import Refusal, text
from tongiaki.server.protocol import FindWayOut, WayOut
from tongiaki.server.staging import check_seq


async def find_way_out(course: Course, message: FindWayOut) -> WayOut:
    """The lines with the fewest voyages that end the chain, with their effects; `Refusal`."""
    check_seq(course, message.seq)
    phase = course.game.phase
    if phase not in ("chain", "landing"):
        raise Refusal("no_way_out", text("refused_way_out_no_chain", phase=phase))
    lines = await asyncio.to_thread(way_out, course.game.copy())
    if lines is None:
        raise Refusal("no_way_out", text("refused_way_out_none", most=MOST_POSITIONS))
    branch = course.branch()
    for line in lines:
        branch.play(line)
    effects = [effect for event in branch.events[course.seq + 1 :] for effect in event.effects]
    return WayOut(message.id, course.seq, lines, effects)

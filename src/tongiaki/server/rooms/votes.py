"""What all who sit in a room must agree on: to play again, to end the game, to do without somebody."""

import msgspec

from tongiaki.server.problems import text
from tongiaki.server.protocol import Text
from tongiaki.server.room_protocol import VoteAbout
from tongiaki.server.rooms.arrangement import Arrangement, Situation, Vote, refusal

ASKED = {
    "rematch": "notice_asks_rematch",
    "end": "notice_asks_end",
    "remove": "notice_asks_remove",
    "seat": "notice_asks_seat",
    "pause": "notice_asks_pause",
    "undo": "notice_asks_undo",
}


def ask(
    now: Arrangement,
    at: Situation,
    session: str,
    about: VoteAbout,
    seat: int | None = None,
    back: tuple[int, int] | None = None,
) -> tuple[Arrangement, tuple[Text, ...]]:
    """The question is asked; whoever asks says yes. If it is asked already, it is a yes to it.

    back: an undo, after which event and to which.
    """
    if about in ("rematch", "end", "pause", "undo") and now.seat_of(session) is None:
        raise refusal("not_there", "refused_not_seated")
    open_vote = _find(now, about, seat)
    if open_vote is not None and open_vote.about not in ("seat", "undo"):
        return answer(now, at, session, about, seat, True)
    if open_vote is not None:
        raise refusal("not_now", "refused_voted")
    vote = Vote(about, session, seat, (session,), *(back or (None, None)))
    if _is_alone(now, at, vote):
        raise refusal("not_now", "refused_nobody_to_ask")
    params = {"name": now.called(session)}
    if seat is not None:
        params["other"] = now.name_at(seat)
    return msgspec.structs.replace(now, votes=(*now.votes, vote)), (text(ASKED[about], **params),)


def _is_alone(now: Arrangement, at: Situation, vote: Vote) -> bool:
    """Nobody would be asked; or one against one: only who is away can be done without by a single person."""
    if vote.about not in ("remove", "rematch"):
        return not asked(now, at, vote)
    here = vote.seat is not None and now.places[vote.seat].session in at.present
    return vote.about == "remove" and here and set(asked(now, at, vote)) == {vote.session}


def answer(
    now: Arrangement, at: Situation, session: str, about: VoteAbout, seat: int | None, yes: bool
) -> tuple[Arrangement, tuple[Text, ...]]:
    """Yes or no of one who is asked; a no ends the vote, also that of who asks."""
    vote = _find(now, about, seat)
    if vote is None:
        raise refusal("not_now", "refused_no_vote")
    withdrawn = session == vote.session and not yes
    if session not in asked(now, at, vote) and not withdrawn:
        raise refusal("not_now", "refused_not_asked")
    if not yes:
        key = "notice_withdrawn" if withdrawn else "notice_no"
        return without(now, vote), (text(key, name=now.called(session)),)
    agreed = msgspec.structs.replace(vote, yes=tuple(dict.fromkeys((*vote.yes, session))))
    votes = tuple(agreed if other is vote else other for other in now.votes)
    return msgspec.structs.replace(now, votes=votes), ()


def asked(now: Arrangement, at: Situation, vote: Vote) -> dict[str, int]:
    """The sessions that must agree, with their seats.

    For a rematch all persons; to take back all who can come back; else those for whom no bot plays, and about an
    absent or unwanted person the others who are present.
    """
    persons = {session: seat for seat, session in now.persons.items()}
    if vote.about == "rematch":
        return persons
    excused = at.gone if vote.about == "undo" else at.replaced
    playing = {session: seat for session, seat in persons.items() if seat not in excused}
    if vote.about in ("end", "pause", "undo"):
        return playing
    return {
        session: seat
        for session, seat in playing.items()
        if seat != vote.seat and (session in at.present or session == vote.session)
    }


def passed(now: Arrangement, at: Situation) -> Vote | None:
    """A vote to which all who are asked have said yes; those who have gone since leave nobody to decide alone."""
    for vote in now.votes:
        wanted = asked(now, at, vote)
        if (
            wanted
            and set(wanted) <= set(vote.yes)
            and not (_is_alone(now, at, vote) or _is_void(now, at, vote))
        ):
            return vote
    return None


def _is_void(now: Arrangement, at: Situation, vote: Vote) -> bool:
    """Whose seat it is, is back; or who asked for it has one by now."""
    if vote.about != "seat" or vote.seat is None:
        return False
    return now.places[vote.seat].session in at.present or now.seat_of(vote.session) is not None


def lapsed(now: Arrangement, at: Situation, seq: int) -> Arrangement:
    """Without questions that are about another event than the last one, or about nothing any more."""
    votes = tuple(vote for vote in now.votes if vote.seq in (None, seq) and not _is_void(now, at, vote))
    return now if votes == now.votes else msgspec.structs.replace(now, votes=votes)


def without(now: Arrangement, vote: Vote) -> Arrangement:
    """The vote is over."""
    return msgspec.structs.replace(now, votes=tuple(other for other in now.votes if other != vote))


def _find(now: Arrangement, about: VoteAbout, seat: int | None) -> Vote | None:
    return next((vote for vote in now.votes if (vote.about, vote.seat) == (about, seat)), None)

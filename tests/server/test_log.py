"""A log whose branches share what was there before."""

from hypothesis import given
from hypothesis import strategies as st

from tongiaki.server.log import Log

STEPS = st.lists(st.tuples(st.sampled_from(["append", "branch"]), st.integers(0, 9)), max_size=40)


@given(STEPS)
def test_branches_are_as_independent_as_copies(steps: list[tuple[str, int]]) -> None:
    logs: list[Log[int]] = [Log([1, 2])]
    copies = [[1, 2]]
    for step, number in steps:
        at = number % len(logs)
        if step == "append":
            logs[at].append(number)
            copies[at].append(number)
        else:
            logs.append(logs[at].branch())
            copies.append(list(copies[at]))
    for log, copy in zip(logs, copies, strict=True):
        assert log == copy
        assert (len(log), list(log), log.all(), log[-1], log[0]) == (len(copy), copy, copy, copy[-1], copy[0])
        assert (log[1:], log[:-1], log[-3:99]) == (copy[1:], copy[:-1], copy[-3:99])
        assert copy[0] in log

/** A part that scrolls can be reached and scrolled by keyboard (WCAG 2.1.1); while all of it is seen it is no stop. */
export function reachable(part: HTMLElement): () => void {
  const look = () => {
    if (part.scrollHeight > part.clientHeight + 1) part.tabIndex = 0;
    else if (part !== document.activeElement) part.removeAttribute('tabindex');
  };
  const size = new ResizeObserver(look);
  const watch = () => [part, ...part.children].forEach((each) => size.observe(each));
  const change = new MutationObserver(() => (watch(), look()));
  change.observe(part, { childList: true, subtree: true, characterData: true });
  watch();
  return () => {
    size.disconnect();
    change.disconnect();
  };
}

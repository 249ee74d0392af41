/** A drawing on this page made to stand by itself: what style sheets and custom properties say is written at each element. */

/** What can be said both in a style sheet and as an attribute of a drawing. */
const PROPERTIES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'paint-order',
  'vector-effect',
  'transform',
  'font-family',
  'font-size',
  'font-weight',
  'letter-spacing',
  'text-anchor',
] as const;

type Rules = Map<string, CSSStyleRule[]>;

/** The rules of our components by the class that ties them to one. */
function scopedRules(): Rules {
  const found: Rules = new Map();
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSStyleRule)) continue;
      const scope = /svelte-[\w-]+/.exec(rule.selectorText)?.[0];
      if (scope) found.set(scope, [...(found.get(scope) ?? []), rule]);
    }
  }
  return found;
}

/** The properties that rules give this element itself. What it inherits is left out: a shape that is used takes it from there. */
function specified(element: Element, rules: Rules): Set<string> {
  const names = new Set<string>();
  for (const scope of element.classList) {
    for (const rule of rules.get(scope) ?? []) {
      if (!element.matches(rule.selectorText)) continue;
      for (const name of PROPERTIES) if (rule.style.getPropertyValue(name) !== '') names.add(name);
      // A shorthand with a custom property in it hides its parts.
      if (rule.style.getPropertyValue('font') !== '' || rule.cssText.includes('font:'))
        for (const name of ['font-family', 'font-size', 'font-weight']) names.add(name);
    }
  }
  return names;
}

/** The custom properties of the light theme: the first `:root` that has them. */
export function lightTokens(): [string, string][] {
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSStyleRule) || rule.selectorText !== ':root') continue;
      const names = [...rule.style].filter((name) => name.startsWith('--'));
      if (names.length > 0) return names.map((n) => [n, rule.style.getPropertyValue(n).trim()]);
    }
  }
  return [];
}

/** The drawing as a text that needs nothing else. It is changed on the way. */
export function standalone(drawing: SVGSVGElement): string {
  const rules = scopedRules();
  const root = getComputedStyle(drawing);
  const resolve = (text: string) =>
    text.replace(/var\((--[\w-]+)[^)]*\)/g, (_, name: string) =>
      root.getPropertyValue(name).trim(),
    );
  const elements = [drawing, ...drawing.querySelectorAll('*')];
  const written = elements.map((element) => {
    const names = specified(element, rules);
    if (names.size === 0) return [];
    const style = getComputedStyle(element);
    return [...names].map((name): [string, string] => [name, style.getPropertyValue(name)]);
  });
  elements.forEach((element, i) => {
    for (const [name, value] of written[i] ?? []) element.setAttribute(name, value);
    element.removeAttribute('class');
    const d = element.getAttribute('d');
    if (d)
      element.setAttribute(
        'd',
        d.replace(/-?\d+\.\d{2,}/g, (n) => String(+(+n).toFixed(1))),
      );
    for (const { name, value } of element.attributes)
      if (value.includes('var(')) element.setAttribute(name, resolve(value));
  });
  return new XMLSerializer().serializeToString(drawing).replace(/<!--.*?-->/gs, '');
}

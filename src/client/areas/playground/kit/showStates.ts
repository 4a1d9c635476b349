/** Selectors that stand for the states of a part without input. */
const AS_IF: Record<string, string> = {
  hover: "[data-show='hover'] *, [data-show='active'] *",
  active: "[data-show='active'] *",
  'focus-visible': '[data-as-focus]',
  'focus-within': ':has([data-as-focus])',
};
const PSEUDO = /:(hover|active|focus-visible|focus-within)(?![-\w])/g;
// only one radio of a group is reached by Tab, and which one is unknown when the page appears
const FOCUSABLE = "[role='radio'], :is(a, button, input, [tabindex]):not([tabindex='-1'], [aria-hidden])";

/**
 * Shows the content of `data-show="hover | active | focus"` in that state. It adds a second selector to the rules of
 * the page.
 */
export function showStates(): void {
  for (const specimen of document.querySelectorAll("[data-show='focus']")) {
    const part = specimen.querySelector("[aria-selected='true']") ?? specimen.querySelector(FOCUSABLE);
    part?.setAttribute('data-as-focus', '');
  }
  for (const sheet of document.styleSheets) extend(sheet.cssRules);
}

function extend(rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule && !/data-show|data-as-focus/.test(rule.selectorText))
      rule.selectorText = rule.selectorText.replaceAll(
        PSEUDO,
        (pseudo, name: string) => `:is(${pseudo}, ${AS_IF[name]})`,
      );
    if ('cssRules' in rule) extend(rule.cssRules as CSSRuleList);
  }
}

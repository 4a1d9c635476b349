import { localePrefix, type Locale } from '#/contract/kernel/locale.ts';
import { escapeHtml } from '#/server/platform/markup/escape.ts';
import { pageText } from '#/server/platform/markup/pageTexts.ts';
import type { SandboxPayment } from '#/server/adapters/payments/sandboxBook.ts';

/** Buttons on the page of a payment. */
export const SANDBOX_ACTIONS = [
  'pay',
  'late',
  'decline',
  'leave',
  'failRefund',
  'chargeBack',
  'win',
] as const;
export type SandboxAction = (typeof SANDBOX_ACTIONS)[number];
/** Buttons for the operator, for later acts of banks. */
export const OPERATOR_ACTIONS: ReadonlySet<SandboxAction> = new Set(['failRefund', 'chargeBack', 'win']);

type Text = (key: string) => string;

const textOf =
  (locale: Locale, sum = ''): Text =>
  (key) => {
    const text = pageText(locale, `sandbox:${key}`);
    if (text === undefined) throw new Error(`no text for ${locale} sandbox:${key}`);
    return escapeHtml(text.replace('{{sum}}', sum));
  };

/** Formats `1234.5` in the language. Spaces are normalised, because they depend on the version of Intl. */
const euroText = (cents: number, locale: Locale) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR', currencyDisplay: 'narrowSymbol' })
    .format(cents / 100)
    .replaceAll(/\s/g, '\u00A0');

/**
 * Renders the page of a payment: its buttons, or its result.
 * @param isOperator whether to show the buttons that only the operator may press
 */
export function sandboxPage(
  css: string,
  { request, state, refundedCents, dispute }: SandboxPayment,
  isOperator: boolean,
): string {
  const { locale, totalCents, orderId, title, successUrl, failUrl } = request;
  const t = textOf(locale, euroText(totalCents, locale));
  const choice = (action: SandboxAction) => `<div class="choice">
<button class="button${action === 'pay' ? ' main' : ''}" name="action" value="${action}" aria-describedby="${action}">${t(`${action}.action`)}</button>
<small id="${action}">${t(`${action}.note`)}</small>
</div>`;
  const form = (actions: SandboxAction[]) =>
    `<form method="post">\n${actions.map((action) => choice(action)).join('\n')}\n</form>`;
  const later: SandboxAction[] =
    dispute === 'lost'
      ? ['win']
      : [
          ...(refundedCents > 0 ? (['failRefund'] as const) : []),
          ...(dispute === 'none' && refundedCents < totalCents ? (['chargeBack'] as const) : []),
        ];
  const panel =
    state === 'open'
      ? form(['pay', 'late', 'decline', 'leave'])
      : wayOn(state === 'paid' ? successUrl : failUrl, t(`${state}.action`)) +
        (isOperator && state === 'paid' && later.length > 0 ? form(later) : '');
  const receipt = `<section class="receipt" aria-label="${t('receipt')}">
<h2>${escapeHtml(title)}</h2>
<dl>
<div><dt>${t('order')}</dt><dd>${escapeHtml(orderId)}</dd></div>
${refundedCents > 0 ? `<div><dt>${t('returned')}</dt><dd>${escapeHtml(euroText(refundedCents, locale))}</dd></div>` : ''}
<div class="total"><dt>${t('total')}</dt><dd>${escapeHtml(euroText(totalCents, locale))}</dd></div>
</dl>
</section>`;
  return document(css, locale, t, {
    title: state === 'open' ? t('title') : t(`${state}.title`),
    lead: state === 'open' ? t('lead') : t(`${state}.text`),
    main: `${receipt}\n<div class="panel">${panel}</div>`,
  });
}

/** Renders the page of an unknown payment. */
export function missingSandboxPage(css: string, locale: Locale): string {
  const t = textOf(locale);
  return document(css, locale, t, {
    title: t('missing.title'),
    lead: t('missing.text'),
    main: `<div class="panel">${wayOn(localePrefix(locale) || '/', t('missing.action'))}</div>`,
  });
}

const wayOn = (url: string, label: string) => `<a class="button main" href="${escapeHtml(url)}">${label}</a>`;

interface Parts {
  title: string;
  lead: string;
  main: string;
}

function document(css: string, locale: Locale, t: Text, { title, lead, main }: Parts): string {
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/brand/favicon.svg" type="image/svg+xml">
<title>${title} — ONE RP</title>
<style>${css}</style>
</head>
<body>
<div class="hazard"></div>
<div class="page">
<header><span class="brand">ONE&nbsp;RP</span><strong class="badge">${t('badge')}</strong></header>
<h1>${title}</h1>
<p>${lead}</p>
<main>
${main}
</main>
</div>
</body>
</html>
`;
}

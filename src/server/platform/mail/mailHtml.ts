import { escapeHtml } from '#/server/platform/markup/escape.ts';
import { colours, fonts } from '#/server/platform/markup/brandColours.ts';
import type { MailContent } from './mailContent.ts';
import type { Link } from './mailWording.ts';

const style = (rules: Record<string, string>) =>
  `style="${Object.entries(rules)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')
    .replaceAll('"', '&quot;')}"`;
const table = (attributes: string, content: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes}>${content}</table>`;
const row = (content: string, padding: string) => `<tr><td ${style({ padding })}>${content}</td></tr>`;

/**
 * Renders a mail in the look of the site: a dark panel, a plate, sodium light. Only tables and inline styles, because
 * all mail programs understand them. No pictures, so that nothing is loaded and nobody learns who read the mail.
 */
export function mailHtml(content: MailContent): string {
  const {
    locale,
    subject,
    preheader,
    title,
    paragraphs,
    code,
    facts,
    sum,
    action,
    notes,
    warning,
    takeBack,
    stop,
    footer,
  } = content;
  const rows = [
    row(plate(), '28px 28px 0'),
    row(lane(), '20px 28px 0'),
    row(heading(title), '22px 28px 0'),
    ...paragraphs.map((text) => row(paragraph(text), '14px 28px 0')),
    ...(code ? [row(ticket(code), '20px 28px 0')] : []),
    ...(facts.length > 0 ? [row(sum ? receipt(facts, sum) : factList(facts), '20px 28px 0')] : []),
    ...(action ? [row(button(action), '24px 28px 0'), row(link(action.url), '14px 28px 0')] : []),
    ...notes.map((text) => row(note(text, colours.ink300), '14px 28px 0')),
    row(warningNote(warning, takeBack), '22px 28px 30px'),
  ];
  const panel = table(
    `width="560" bgcolor="${colours.ink850}" ${style({ width: '100%', 'max-width': '560px', background: colours.ink850, border: `1px solid ${colours.stroke}` })}`,
    rows.join('\n'),
  );
  const foot = [...footer.map((text) => note(text, colours.ink400)), ...(stop ? [stopLink(stop)] : [])].join(
    '<br>',
  );
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="dark">
<meta name="supported-color-schemes" content="dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escapeHtml(subject)}</title>
</head>
<body ${style({ margin: '0', padding: '0', background: colours.ink950 })} bgcolor="${colours.ink950}">
${hidden(preheader)}
${table(
  `width="100%" bgcolor="${colours.ink950}" ${style({ background: colours.ink950 })}`,
  `<tr><td align="center" ${style({ padding: '28px 12px 12px' })}>${panel}</td></tr>
<tr><td align="center" ${style({ padding: '4px 24px 36px' })}>${foot}</td></tr>`,
)}
</body>
</html>
`;
}

/** The preview text behind the subject. The spaces keep the beginning of the mail out of it. */
function hidden(preheader: string): string {
  const rules = {
    display: 'none',
    'max-height': '0',
    overflow: 'hidden',
    'font-size': '1px',
    color: colours.ink950,
  };
  return `<div ${style(rules)}>${escapeHtml(preheader)}${'&#847;&zwnj;&nbsp;'.repeat(60)}</div>`;
}

/** The name of the site, drawn as a number plate. */
function plate(): string {
  const rules = {
    padding: '7px 14px 6px',
    background: colours.bone100,
    border: `2px solid ${colours.onBone}`,
    outline: `1px solid ${colours.bone100}`,
    color: colours.onBone,
    font: `800 18px/1 ${fonts.head}`,
    'letter-spacing': '0.06em',
  };
  return table('', `<tr><td bgcolor="${colours.bone100}" ${style(rules)}>ONE&nbsp;RP</td></tr>`);
}

function lane(): string {
  const rules = {
    height: '0',
    'border-top': `3px dashed ${colours.lineYellow}`,
    'font-size': '0',
    'line-height': '0',
  };
  return table('width="100%"', `<tr><td ${style(rules)}>&nbsp;</td></tr>`);
}

function heading(title: string): string {
  const rules = {
    margin: '0',
    color: colours.bone100,
    font: `800 26px/1.1 ${fonts.head}`,
    'text-transform': 'uppercase',
  };
  return `<h1 ${style(rules)}>${escapeHtml(title)}</h1>`;
}

const paragraph = (text: string) =>
  `<p ${style({ margin: '0', color: colours.bone100, font: `400 16px/1.5 ${fonts.text}` })}>${escapeHtml(text)}</p>`;

const note = (text: string, color: string) =>
  `<span ${style({ color, font: `400 14px/1.5 ${fonts.text}` })}>${escapeHtml(text)}</span>`;

/** A code on paper, large enough to copy by hand. */
function ticket(code: string): string {
  const rules = {
    padding: '18px 12px',
    background: colours.bone100,
    color: colours.onBone,
    font: `600 32px/1.1 ${fonts.mono}`,
    'letter-spacing': '0.14em',
    'white-space': 'nowrap',
    'border-left': `4px dotted ${colours.onBoneMuted}`,
  };
  return table(
    'width="100%"',
    `<tr><td align="center" bgcolor="${colours.bone100}" ${style(rules)}>${escapeHtml(code)}</td></tr>`,
  );
}

/** A receipt: the rows on bone paper, and the total below a line. */
function receipt(facts: MailContent['facts'], sum: MailContent['facts'][number]): string {
  const rows = [...facts, sum].map(({ label, value }, at) => {
    const isSum = at === facts.length;
    const line = isSum ? `2px solid ${colours.onBone}` : `1px dotted ${colours.paperDots}`;
    const cell = {
      padding: isSum ? '14px 18px 18px' : '9px 18px',
      ...(at > 0 && { 'border-top': line }),
      'vertical-align': isSum ? 'bottom' : 'top',
    };
    const labelled = {
      ...cell,
      color: isSum ? colours.onBone : colours.onBoneMuted,
      font: `400 13px/1.5 ${fonts.mono}`,
      ...(isSum && { 'text-transform': 'uppercase' }),
    };
    const valued = {
      ...cell,
      color: colours.onBone,
      font: isSum ? `800 26px/1 ${fonts.head}` : `600 13px/1.5 ${fonts.mono}`,
      'text-align': 'right',
      'word-break': 'break-word',
      ...(isSum && { 'white-space': 'nowrap' }),
    };
    return `<tr>
<td ${style(labelled)}>${escapeHtml(label)}</td>
<td align="right" ${style(valued)}>${escapeHtml(value)}</td>
</tr>`;
  });
  return table(
    `width="100%" bgcolor="${colours.bone100}" ${style({ background: colours.bone100 })}`,
    rows.join('\n'),
  );
}

function factList(facts: MailContent['facts']): string {
  const cell = {
    padding: '9px 12px',
    'border-bottom': `1px solid ${colours.stroke}`,
    'vertical-align': 'top',
  };
  const rows = facts.map(
    ({ label, value }) => `<tr>
<td ${style({ ...cell, color: colours.ink400, font: `400 14px/1.4 ${fonts.text}` })}>${escapeHtml(label)}</td>
<td ${style({ ...cell, color: colours.bone100, font: `500 14px/1.4 ${fonts.text}`, 'word-break': 'break-word' })}>${escapeHtml(value)}</td>
</tr>`,
  );
  return table(
    `width="100%" bgcolor="${colours.well}" ${style({ background: colours.well })}`,
    rows.join('\n'),
  );
}

function button({ label, url }: Link): string {
  const rules = {
    display: 'inline-block',
    padding: '16px 26px',
    color: colours.onSodium,
    font: `700 16px/1.2 ${fonts.head}`,
    'text-transform': 'uppercase',
    'text-decoration': 'none',
  };
  const anchor = `<a href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer" ${style(rules)}>${escapeHtml(label)}</a>`;
  return table(
    '',
    `<tr><td bgcolor="${colours.sodium500}" ${style({ background: colours.sodium500 })}>${anchor}</td></tr>`,
  );
}

/** The link as text, for programs that show no button. */
function link(url: string): string {
  const rules = { color: colours.sodium400, font: `400 12px/1.5 ${fonts.mono}`, 'word-break': 'break-all' };
  const address = escapeHtml(url);
  return `<a href="${address}" target="_blank" rel="noopener noreferrer" ${style(rules)}>${address}</a>`;
}

/** The link that stops such mails. */
function stopLink({ label, url }: Link): string {
  const rules = { color: colours.ink300, font: `400 14px/1.5 ${fonts.text}`, 'text-decoration': 'underline' };
  return `<a href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer" ${style(rules)}>${escapeHtml(label)}</a>`;
}

/**
 * Renders the warning with the link that takes a change back, less prominent than the button.
 * @param takeBack its text and address; the address is also shown for programs without links
 */
function warningNote(text: string, takeBack?: Link): string {
  const rules = {
    padding: '12px 14px',
    'border-left': `3px solid ${colours.sodium500}`,
    background: colours.well,
  };
  const words = {
    color: colours.bone100,
    font: `700 14px/1.5 ${fonts.text}`,
    'text-decoration': 'underline',
  };
  const anchor = takeBack
    ? `<br><br><a href="${escapeHtml(takeBack.url)}" target="_blank" rel="noopener noreferrer" ${style(words)}>${escapeHtml(takeBack.label)}</a><br>${link(takeBack.url)}`
    : '';
  return table(
    'width="100%"',
    `<tr><td bgcolor="${colours.well}" ${style(rules)}>${note(text, colours.ink300)}${anchor}</td></tr>`,
  );
}

import type { MailContent } from './mailContent.ts';

/** Renders a mail as plain text, with the same content as the HTML. */
export function mailText(content: MailContent): string {
  const { title, paragraphs, code, facts, sum, action, notes, warning, takeBack, stop, footer } = content;
  const rows = [...facts, ...(sum ? [sum] : [])];
  const blocks = [
    title.toUpperCase(),
    ...paragraphs,
    ...(code ? [`    ${code}`] : []),
    ...(rows.length > 0 ? [rows.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...notes,
    warning,
    ...(takeBack ? [`${takeBack.label}:\n${takeBack.url}`] : []),
    `-- \n${[...footer, ...(stop ? [`${stop.label}:\n${stop.url}`] : [])].join('\n')}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

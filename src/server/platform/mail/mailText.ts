import type { MailContent } from './mailContent.ts';

/** A mail for programs and people that read no HTML: it says the same. */
export function mailText(content: MailContent): string {
  const { title, paragraphs, code, facts, sum, action, notes, warning, footer } = content;
  const rows = [...facts, ...(sum ? [sum] : [])];
  const blocks = [
    title.toUpperCase(),
    ...paragraphs,
    ...(code ? [`    ${code}`] : []),
    ...(rows.length > 0 ? [rows.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...notes,
    warning,
    `-- \n${footer.join('\n')}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

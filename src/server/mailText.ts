import type { MailContent } from './mailContent.ts';

/** A mail for programs and people that read no HTML: it says the same. */
export function mailText(content: MailContent): string {
  const { title, paragraphs, code, facts, action, notes, warning, footer } = content;
  const blocks = [
    title.toUpperCase(),
    ...paragraphs,
    ...(code ? [`    ${code}`] : []),
    ...(facts.length > 0 ? [facts.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...notes,
    warning,
    `-- \n${footer.join('\n')}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

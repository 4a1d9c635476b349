/** Domains of the same provider with the same mailboxes, mapped to one of these domains. */
const ALIASES: Readonly<Record<string, string>> = {
  'googlemail.com': 'gmail.com',
  'ya.ru': 'yandex.ru',
  'yandex.com': 'yandex.ru',
  'yandex.by': 'yandex.ru',
  'yandex.kz': 'yandex.ru',
  'yandex.ua': 'yandex.ru',
};

/** How a provider reads a local part: Gmail ignores dots, Yandex reads a hyphen as a dot. */
const READINGS: Readonly<Record<string, (local: string) => string>> = {
  'gmail.com': (local) => local.replaceAll('.', ''),
  'yandex.ru': (local) => local.replaceAll('-', '.'),
};

/**
 * Normalises an address, so that all spellings of one mailbox count as one: lower case, no plus tag, and the rules of
 * its provider. Used for limits only: mails go to the address as it was typed.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const typedDomain = address.slice(at + 1).toLowerCase();
  const domain = ALIASES[typedDomain] ?? typedDomain;
  const [local = ''] = address.slice(0, at).toLowerCase().split('+', 1);
  return `${READINGS[domain]?.(local) ?? local}@${domain}`;
}

const DOTS = '•••••';

/** Masks an e-mail or a login: only its first two characters and the domain stay readable (C3). */
export function masked(text: string): string {
  const at = text.lastIndexOf('@');
  const [name, domain] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)];
  return name.slice(0, Math.min(2, name.length - 1)) + DOTS + domain;
}

import type { Config } from './config.ts';

/**
 * The name of a cookie that belongs to this host alone. Browsers accept the prefix `__Host-` only with `Secure`, so the
 * name has none without https.
 */
export const hostCookie = (name: string, { isHttps }: Pick<Config, 'isHttps'>): string =>
  isHttps ? `__Host-${name}` : name;

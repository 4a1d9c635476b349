import { PASSKEY_NAME_MAX_LENGTH } from '#/contract/kernel/limits.ts';
import { deviceName } from './deviceName.ts';

/** Names of the providers that keep passkeys, by the AAGUID that they publish. */
const PROVIDERS: Readonly<Record<string, string>> = {
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'Apple Passwords',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'Apple Passwords',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome · macOS',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
};

/**
 * The first name of a passkey: that of its provider, else of the browser that made it, with a number if the account has
 * the name already.
 */
export function passkeyName(aaguid: string, userAgent: string, taken: readonly string[]): string {
  const name = (PROVIDERS[aaguid] ?? (deviceName(userAgent) || 'Passkey')).slice(
    0,
    PASSKEY_NAME_MAX_LENGTH - 3,
  );
  const names = [name, ...taken.map((_, at) => `${name} ${at + 2}`)];
  return names.find((one) => !taken.includes(one)) ?? name;
}

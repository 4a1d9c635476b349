import type { PlantedBug } from './bug.ts';

const LIST = 'tests/server/areas/auth/trustedDevices.test.ts';

/** Devices that are not asked for a code. */
export const DEVICE_BUGS: readonly PlantedBug[] = [
  {
    bug: 'A trusted device survives a change of the password, and a recovery.',
    file: 'src/server/domain/accounts/access/liveSessions.ts',
    text: 'await endTrust(tx, deps, accountId);',
    replacement: '',
    test: LIST,
    name: 'is empty after all other sessions were ended, in every browser',
  },
  {
    bug: 'A device is trusted for ever.',
    file: 'src/server/domain/accounts/access/devices.ts',
    text: 'return (device?.trustedUntil ?? 0) > deps.now();',
    replacement: 'return Boolean(device?.trustedUntil);',
    test: LIST,
    name: 'signs in with the password alone for 30 days, and then is asked for a code again',
  },
  {
    bug: 'A device becomes trusted without a code.',
    file: 'src/server/areas/auth/signIn.ts',
    text: 'const trustsDevice = needsCode && body.remember_device === true;',
    replacement: 'const trustsDevice = body.remember_device === true;',
    test: LIST,
    name: 'is not made without the wish, by a wrong code, or where no code was asked for',
  },
  {
    bug: 'A device that one account trusts is trusted by all.',
    file: 'src/server/domain/accounts/access/devices.ts',
    text: 'const where = and(eq(knownDevices.accountId, accountId), eq(knownDevices.deviceHash, hash));',
    replacement: 'const where = eq(knownDevices.deviceHash, hash);',
    test: LIST,
    name: 'is trusted for one account only',
  },
  {
    bug: 'A sign-in under way keeps a trust that has ended.',
    file: 'src/server/areas/auth/signIn.ts',
    text: '!(await isTrustedDevice({ ...deps, db: tx }, request, account.id))',
    replacement: '!account.isTwoFaEnabled',
    test: LIST,
    name: 'A11 a sign-in under way when the trust ends gets no session',
  },
];

import { hasNoRoom } from '#/server/platform/db/checkedPool.ts';

/** PostgreSQL errors: the sign-in was refused, or the database does not exist. */
const REFUSED_STATE = /^(28|3D)\w{3}$/;
const DISK_FULL_STATE = '53100';
const NO_RIGHT_STATE = '42501';
/** Messages of pg without a code, if nobody answers. */
const UNANSWERED = /^(Connection terminated|timeout expired|timeout exceeded|Query read timeout)/;

type SystemError = Error & Partial<Record<'code' | 'syscall' | 'hostname' | 'address', string>>;

/**
 * Explains why the server does not start, in a sentence that names the setting to change.
 * @param host the setting HOST: an unknown host name is either this one or the database's
 */
export function startTrouble(error: unknown, host: string | undefined): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', syscall, hostname, address, message } = error as SystemError;
  if (code === 'EADDRINUSE') return 'The port is in use: stop the other program or set another PORT.';
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${address}: set another HOST.`;
  if (syscall === 'getaddrinfo' && hostname === host)
    return `HOST is not found (${message}): set another one.`;
  if (syscall === 'listen') return `${message}. Choose another PORT.`;
  if (code === 'ERR_INVALID_URL')
    return 'DATABASE_URL must be an address as postgres://user:password@host:5432/name.';
  if (syscall === 'connect' || syscall === 'getaddrinfo' || UNANSWERED.test(message))
    return `The database of DATABASE_URL does not answer (${message}).`;
  if (REFUSED_STATE.test(code)) return `The database of DATABASE_URL refuses: ${message}.`;
  if (hasNoRoom(error))
    return `The database of DATABASE_URL has no room for another connection (${message}): lower POOL_SIZE of all processes or raise its max_connections.`;
  if (code === NO_RIGHT_STATE)
    return `The user of DATABASE_URL lacks a right (${message}): make them the owner of the database, because the site creates its tables.`;
  if (code === DISK_FULL_STATE || code === 'ENOSPC')
    return `The disk of the database is full (${message}): free some space on it. An embedded database may move as a whole, with all of DATA_DIR.`;
  if (syscall === 'mkdir' || code === 'EACCES' || code === 'EROFS')
    return `${message}. Choose another DATA_DIR, a folder that this user may write to.`;
  return message;
}

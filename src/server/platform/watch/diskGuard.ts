import { statfs } from 'node:fs/promises';
import type { EmbeddedLog } from '#/server/platform/db/embedded.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

export interface DiskGuard {
  /** Whether the disk is nearly full, so that the site is read-only. */
  isReadOnly: () => boolean;
  /** Checks now; a timer checks every `CHECK_EVERY_MS`. */
  check: () => Promise<void>;
  stop: () => void;
}

const CHECK_EVERY_MS = 10_000;
const RETRY_SECONDS = 60;
const MB = 1024 * 1024;
/** Read-only mode ends at this multiple of the reserve, so that it does not switch on and off around the limit. */
const RELIEF = 1.5;

/** @throws AppError readOnly while no effect may run (`Deps.isReadOnly`) */
export function refuseWhileReadOnly({ isReadOnly }: Pick<Deps, 'isReadOnly'>): void {
  if (isReadOnly()) fail('readOnly', { retryAfterSeconds: RETRY_SECONDS });
}

/** Bytes that the server may still write into a folder. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Watches the disk of the embedded database. PostgreSQL stops on a full disk and does not start again, so the site
 * becomes read-only before that. It recovers by itself once there is space.
 * @param reserveMb read-only below this much free space; 0 turns the guard off
 */
export async function guardDisk(
  reserveMb: number,
  freeBytes: () => Promise<number>,
  log: EmbeddedLog,
): Promise<DiskGuard> {
  let isReadOnly = false;
  let isBlind = false;
  const check = async () => {
    try {
      const freeMb = (await freeBytes()) / MB;
      isBlind = false;
      if (!isReadOnly && freeMb < reserveMb) {
        isReadOnly = true;
        log.warn(
          `only ${Math.floor(freeMb)} MB of disk are free, less than DISK_RESERVE_MB=${reserveMb}: the site accepts no changes until ${reserveMb * RELIEF} MB are free`,
        );
      } else if (isReadOnly && freeMb >= reserveMb * RELIEF) {
        isReadOnly = false;
        log.info(`${Math.floor(freeMb)} MB of disk are free again: the site accepts changes`);
      }
    } catch (error) {
      // if the disk cannot be read, the last state stays in force
      if (!isBlind) log.warn(`the free disk space cannot be read: ${(error as Error).message}`);
      isBlind = true;
    }
  };
  await check();
  const timer = setInterval(() => void check(), CHECK_EVERY_MS).unref();
  return { isReadOnly: () => isReadOnly, check, stop: () => clearInterval(timer) };
}

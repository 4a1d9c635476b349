import { execFile } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A running PostgreSQL as its `postmaster.pid` describes it. */
export interface Postmaster {
  pid: number;
  port: number;
  /** Folder of its socket, or its loopback address. */
  host: string;
}

/** Reads the pid file of a cluster; null if there is none or it is being written. */
export function readPostmaster(cluster: string): Postmaster | null {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
  const [pid, , , port, socketFolder, address] = lines.map((line) => line.trim());
  const host = socketFolder || address;
  return Number(pid) > 0 && Number(port) > 0 && host ? { pid: Number(pid), port: Number(port), host } : null;
}

/** Whether a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether that process is the PostgreSQL of this cluster: after a restart of the machine the id may belong to any
 * process.
 */
export async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    } catch {
      return false;
    }
  }
  const [tool, ...args] =
    process.platform === 'win32'
      ? ['tasklist', '/FI', `PID eq ${pid}`, '/NH']
      : ['ps', '-o', 'command=', '-p', String(pid)];
  const { stdout } = await promisify(execFile)(tool, args).catch(() => ({ stdout: '' }));
  return stdout.includes('postgres');
}

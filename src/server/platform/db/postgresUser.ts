import {
  spawn,
  spawnSync,
  type ChildProcess,
  type SpawnOptions,
  type StdioOptions,
} from 'node:child_process';
import { existsSync, lchownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The user that starts PostgreSQL, which refuses to run as root. */
export interface PostgresUser {
  /** Description for the log. */
  name: string;
  /** Starts a program in its own process group, so that a Ctrl+C in the terminal reaches only the server. */
  spawn: (binary: string, args: readonly string[], stdio: StdioOptions) => ChildProcess;
  /** Makes that user the owner of a folder and everything in it. */
  own: (folder: string) => void;
}

interface Ids {
  uid: number;
  gid: number;
}

/**
 * Environment of PostgreSQL without our own variables (PGDATA, PGOPTIONS, the locale), which would change its
 * behaviour. Windows needs some of its own.
 */
const OPTIONS: SpawnOptions =
  process.platform === 'win32'
    ? { detached: true, windowsHide: true }
    : {
        detached: true,
        cwd: '/',
        env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' },
      };

/**
 * Chooses the user for a database in `home`. A normal user starts it directly. Root starts it as the owner of the
 * existing database, otherwise as `nobody`; if that user cannot reach the files, in a user namespace.
 * @throws Error with a sentence for the operator
 */
export function choosePostgresUser(postgres: string, home: string): PostgresUser {
  if (process.getuid?.() !== 0) return currentUser(home);
  const cluster = join(home, 'cluster');
  const owner = existsSync(cluster) ? statSync(cluster) : undefined;
  const ids = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody();
  if (
    canReach(dirname(home), ids) &&
    spawnSync(postgres, ['--version'], { ...OPTIONS, ...ids } as object).status === 0
  )
    return {
      name: `user ${ids.uid}`,
      spawn: (binary, args, stdio) => spawn(binary, args, { ...OPTIONS, ...ids, stdio }),
      own: (folder) => chownTree(folder, ids),
    };
  if (spawnSync('unshare', ['-U', postgres, '--version'], OPTIONS as object).status === 0)
    return {
      name: 'a user namespace',
      spawn: (binary, args, stdio) => spawn('unshare', ['-U', binary, ...args], { ...OPTIONS, stdio }),
      own: (folder) => chownTree(folder, { uid: 0, gid: 0 }),
    };
  throw new Error(
    'PostgreSQL refuses to run as root, and no other user can reach this folder. ' +
      'Start the site as a normal user, or set DATABASE_URL to a PostgreSQL server.',
  );
}

function currentUser(home: string): PostgresUser {
  if (process.getuid && existsSync(home) && statSync(home).uid !== process.getuid())
    throw new Error(
      `The database in ${home} belongs to another user. Start the site as that user, or choose another DATA_DIR.`,
    );
  return {
    name: 'this user',
    spawn: (binary, args, stdio) => spawn(binary, args, { ...OPTIONS, stdio }),
    own: () => {},
  };
}

function nobody(): Ids {
  const line = /^nobody:[^:]*:(-?\d+):(-?\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  const [uid = 65_534, gid = 65_534] = line ? [Number(line[1]) >>> 0, Number(line[2]) >>> 0] : [];
  return { uid, gid };
}

/** Whether the permissions of the folder and all folders above it let the user in. */
function canReach(folder: string, ids: Ids): boolean {
  const { mode, uid, gid } = statSync(folder);
  const bit = uid === ids.uid ? 0o100 : gid === ids.gid ? 0o010 : 0o001;
  const parent = dirname(folder);
  return (mode & bit) !== 0 && (parent === folder || canReach(parent, ids));
}

/** Changes the owner of the folder itself last, so that an interrupted run is repeated. */
function chownTree(path: string, ids: Ids): void {
  const stat = lstatSync(path);
  if (stat.uid === ids.uid) return;
  if (stat.isDirectory()) for (const name of readdirSync(path)) chownTree(join(path, name), ids);
  lchownSync(path, ids.uid, ids.gid);
}

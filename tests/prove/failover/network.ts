import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const BRIDGE = 'onerp-failover';
const NETWORK = '10.231.77';
/** Address of this machine in the network of the nodes. */
const OWN = `${NETWORK}.1`;

/** The machine of a node: a network namespace with an address of its own. */
export interface Machine {
  name: string;
  /** Name of the namespace. */
  namespace: string;
  address: string;
}

function ip(...args: string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`);
}

function nft(machine: Machine, input: string, isTolerant = false): void {
  const command = ['netns', 'exec', machine.namespace, 'nft', '-f', '-'];
  const { status, stderr } = spawnSync('ip', command, { input, encoding: 'utf8' });
  if (status !== 0 && !isTolerant) throw new Error(`nft: ${stderr}`);
}

/** Makes machines on one network of this machine. Nothing of it leaves the machine. */
export function openNetwork(names: readonly string[]): Machine[] {
  closeNetwork(names);
  ip('link', 'add', BRIDGE, 'type', 'bridge');
  ip('address', 'add', `${OWN}/24`, 'dev', BRIDGE);
  ip('link', 'set', BRIDGE, 'up');
  return names.map((name, at) => {
    const machine = { name, namespace: namespaceOf(name), address: `${NETWORK}.${11 + at}` };
    const [outer, inner] = [`onerp-${at}`, 'eth0'];
    ip('netns', 'add', machine.namespace);
    ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', inner, 'netns', machine.namespace);
    ip('link', 'set', outer, 'master', BRIDGE);
    ip('link', 'set', outer, 'up');
    ip('-n', machine.namespace, 'address', 'add', `${machine.address}/24`, 'dev', inner);
    ip('-n', machine.namespace, 'link', 'set', inner, 'up');
    ip('-n', machine.namespace, 'link', 'set', 'lo', 'up');
    return machine;
  });
}

const namespaceOf = (name: string) => `onerp-failover-${name}`;

/** Removes the network, with what an interrupted run has left. */
export function closeNetwork(names: readonly string[]): void {
  for (const name of names) spawnSync('ip', ['netns', 'delete', namespaceOf(name)]);
  spawnSync('ip', ['link', 'delete', BRIDGE]);
}

/** Drops every packet from and to the machine. Its own processes still reach each other. */
export function cutOff(machine: Machine): void {
  nft(
    machine,
    `table inet cut {
      chain in { type filter hook input priority 0; policy drop; iif lo accept; }
      chain out { type filter hook output priority 0; policy drop; oif lo accept; }
    }`,
  );
}

export const reconnect = (machine: Machine): void => nft(machine, 'delete table inet cut', true);

/**
 * Kills processes of the machine within a millisecond, as if the power failed. One after the other with time between
 * them would be another fault: Patroni would see the PostgreSQL crash, and note that no standby has everything.
 * @param isMeant by the name of its program; default: all
 */
export function killOn(machine: Machine, isMeant: (program: string) => boolean = () => true): void {
  const meant = processesOf(machine).filter(({ program }) => isMeant(program));
  for (const { pid } of meant) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it has ended with its parent
    }
  }
}

/** Processes that run on the machine, with the names of their programs. */
export function processesOf({ namespace }: Machine): { pid: number; program: string }[] {
  const { stdout } = spawnSync('ip', ['netns', 'pids', namespace], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter(Boolean)
    .flatMap((pid) => {
      try {
        return [{ pid: Number(pid), program: readFileSync(`/proc/${pid}/comm`, 'utf8').trim() }];
      } catch {
        return []; // it has ended
      }
    });
}

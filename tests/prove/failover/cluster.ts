/** How the site reaches the database: by the addresses of all nodes, or by one address in front of them. */
export type Way = 'hosts' | 'address';

/**
 * What befalls the cluster: its primary is killed, cut off, or replaced on purpose; its synchronous standby is away
 * while there is another; all are away; and the primary is lost after it has come back alone.
 */
export type Fault = 'kill' | 'isolate' | 'switchOver' | 'standby' | 'standbys' | 'alone';

/** A PostgreSQL with standbys, of which a commit waits for one, and what may happen to it on a bad night. */
export interface Cluster {
  /** Faults that this cluster can have. */
  faults: readonly Fault[];
  /** Value of DATABASE_URL for a database of the cluster. */
  urlOf: (way: Way, database: string) => string;
  /** Value of DATABASE_REPLICA_URL for a database of the cluster. */
  replicaUrl: (database: string) => string;
  /** Address of the present primary for the proof itself. It leads past everything that a fault cuts. */
  primaryUrl: (database: string) => Promise<string>;
  /** Kills the machine of the primary. @returns when another one was primary, as `performance.now()` */
  kill: () => Promise<number>;
  /** Drops every packet from and to the primary, so that nobody learns of it. @returns as `kill` */
  isolate: () => Promise<number>;
  /** Makes a standby the primary on purpose. @returns as `kill` */
  switchOver: () => Promise<number>;
  /** Kills the synchronous standby while there is another one. @returns when that one took its place */
  loseStandby?: () => Promise<number>;
  /** Kills every standby, so that commits wait. */
  loseStandbys: () => Promise<void>;
  /** Starts them again. @returns when a commit is waited for no longer, as `performance.now()` */
  returnStandbys: () => Promise<number>;
  /** Kills the primary's processes and starts them on the same data, while the standbys are away. */
  crashAlone?: () => Promise<void>;
  /** The primary is lost for good while the standbys are away; one of them is started and promoted. @returns as `kill` */
  loseAlone?: () => Promise<number>;
  /** Brings back all nodes, and waits until commits wait for a standby again. */
  heal: () => Promise<void>;
  stop: () => Promise<void>;
}

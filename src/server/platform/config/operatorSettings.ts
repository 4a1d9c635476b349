import { BlockList, isIP } from 'node:net';
import { ConfigError } from './configError.ts';

/** Settings of the operators' pages. */
export interface OperatorSettings {
  isServed: boolean;
  /** Whether a caller's address may open the operators' pages. Every address may unless OPERATOR_NETWORKS is set. */
  isAllowedFrom: (address: string) => boolean;
}

interface Values {
  OPERATOR?: boolean | undefined;
  OPERATOR_NETWORKS: string;
}

/**
 * Reads OPERATOR and OPERATOR_NETWORKS, a list of addresses and networks: "203.0.113.7, 10.0.0.0/8, 2001:db8::/48".
 * @throws ConfigError
 */
export function operatorSettings({
  OPERATOR: isServed = false,
  OPERATOR_NETWORKS,
}: Values): OperatorSettings {
  const networks = OPERATOR_NETWORKS.split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  if (networks.length === 0) return { isServed, isAllowedFrom: () => true };
  const list = new BlockList();
  for (const network of networks) add(list, network);
  return {
    isServed,
    isAllowedFrom: (address) => {
      const ip = address.replace(/^::ffff:(?=\d+\.)/i, '');
      return list.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');
    },
  };
}

function add(list: BlockList, network: string): void {
  const [address = '', bits, ...rest] = network.split('/');
  const kind = isIP(address);
  const most = kind === 6 ? 128 : 32;
  const prefix = bits === undefined ? most : Number(bits);
  if (!kind || rest.length > 0 || !/^\d{1,3}$/.test(bits ?? '0') || prefix > most)
    throw new ConfigError(`OPERATOR_NETWORKS has ${network}, which is neither an address nor a network.`);
  list.addSubnet(address, prefix, kind === 6 ? 'ipv6' : 'ipv4');
}

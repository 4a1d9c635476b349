import { startBenchApp } from './benchApp.ts';

// the whole server in a process of its own: node openServer.js <database> <port> <pool size> <secret key in hex>

const [connectionString = '', port = '', poolSize = '', secretKey = ''] = process.argv.slice(2);
await startBenchApp({
  connectionString,
  port: Number(port),
  poolSize: Number(poolSize),
  secretKey: Buffer.from(secretKey, 'hex'),
});
process.send?.('ready');

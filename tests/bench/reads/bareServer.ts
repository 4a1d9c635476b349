import Fastify from 'fastify';

// a bare Fastify that serves given bytes with given headers: node bareServer.ts <port>, the answers by message

interface BareAnswer {
  path: string;
  headers: Record<string, string | string[]>;
  body: string;
}

const app = Fastify();
process.once('message', (answers: BareAnswer[]) => {
  for (const { path, headers, body } of answers) {
    const bytes = Buffer.from(body, 'base64');
    app.get(path, (_, reply) => reply.headers(headers).send(bytes));
  }
  void app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) }).then(() => process.send?.('ready'));
});
process.on('disconnect', () => process.exit());

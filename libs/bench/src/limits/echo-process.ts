import { fastify } from 'fastify';

/** A bare server: reads a JSON request and answers with the JSON that it was started with, or with the request's own. */
process.once('message', ({ answer }: { answer?: object }) => {
  const app = fastify();
  app.post('/*', async (request) => answer ?? request.body);
  void app.listen({ host: '127.0.0.1', port: 0 }).then((url) => process.send?.({ url }));
});
process.on('disconnect', () => process.exit());

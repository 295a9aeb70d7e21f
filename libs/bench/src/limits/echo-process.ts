import { fastify } from 'fastify';
import { answerQuestions } from '../side-process.js';

/** The server is bare: it answers with the given JSON, or with the request's own. */
answerQuestions(({ answer }: { answer?: object }) => {
  const app = fastify();
  app.post('/*', async (request) => answer ?? request.body);
  return app.listen({ host: '127.0.0.1', port: 0 });
});

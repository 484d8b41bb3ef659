/**
 * The least service that answers a call of health, as the source of a program: it is started like ours, and says in a
 * line of JSON where it listens.
 */
export const minimalServerSource = `
  const server = require('node:http').createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"status":"ok"}');
  });
  server.listen(0, '127.0.0.1', () => {
    console.log(JSON.stringify({ url: 'http://127.0.0.1:' + server.address().port }));
  });
`;

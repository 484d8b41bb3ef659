/**
 * Source code of the smallest server that answers a health check. Like the service, the server prints its address as a
 * line of JSON when it has started.
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

/**
 * Creates a `fetch` that reports how much of a request's body has been sent, which browsers report only for
 * XMLHttpRequest.
 * @param onProgress called with the fraction that has been sent
 */
export const createUploadFetch =
  (onProgress: (fraction: number) => void): typeof globalThis.fetch =>
  (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init.method ?? 'GET', String(input));
      new Headers(init.headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onload = () => {
        const contentType = request.getResponseHeader('Content-Type') ?? '';
        const { status, responseText } = request;
        resolve(new Response(responseText, { status, headers: { 'Content-Type': contentType } }));
      };
      request.onerror = () => reject(new TypeError('The request failed.'));
      request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
      init.signal?.addEventListener('abort', () => request.abort());
      request.send(init.body as XMLHttpRequestBodyInit);
    });

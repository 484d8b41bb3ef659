/** What a handler returns if its response has additional headers, as pages do. */
export class WithHeaders<T> {
  readonly body: T;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: T, headers: Readonly<Record<string, string>>) {
    this.body = body;
    this.headers = headers;
  }
}

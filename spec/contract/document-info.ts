/** Who is behind the documents, and on which terms they may be used. */
export interface DocumentInfo {
  readonly license: { readonly name: string; readonly url: string };
  readonly contact: { readonly name: string; readonly url: string; readonly email: string };
}

export const documentInfo: DocumentInfo = {
  license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
  // The project has no address of its own yet; names under .example lead nowhere, so that nobody else is written to.
  contact: {
    name: 'The scene-runtime-control authors',
    url: 'https://scene-runtime-control.example',
    email: 'authors@scene-runtime-control.example',
  },
};

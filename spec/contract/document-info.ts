/** The contact and license of the documents. */
export interface DocumentInfo {
  readonly license: { readonly name: string; readonly url: string };
  readonly contact: { readonly name: string; readonly url: string; readonly email: string };
}

export const documentInfo: DocumentInfo = {
  license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
  // The project has no address of its own yet. Names under .example resolve nowhere, so no mail reaches anyone else.
  contact: {
    name: 'The scene-runtime-control authors',
    url: 'https://scene-runtime-control.example',
    email: 'authors@scene-runtime-control.example',
  },
};

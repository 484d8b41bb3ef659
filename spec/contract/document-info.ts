/** The contact and licence information in the documents. */
export interface DocumentInfo {
  readonly license: { readonly name: string; readonly url: string };
  readonly contact: { readonly name: string; readonly url: string; readonly email: string };
}

export const documentInfo: DocumentInfo = {
  license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
  // The project doesn't have its own address yet. Names under .example don't resolve, so no mail can reach anyone else.
  contact: {
    name: 'The scene-runtime-control authors',
    url: 'https://scene-runtime-control.example',
    email: 'authors@scene-runtime-control.example',
  },
};

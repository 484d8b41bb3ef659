/** The graphs of the demo project, which the build adds to the page. */
declare module 'demo-graphs' {
  export interface DemoGraph {
    readonly name: string;
    readonly nodes: readonly {
      readonly id: string;
      readonly category: string;
      readonly x: number;
      readonly y: number;
      readonly values?: Readonly<Record<string, unknown>>;
      readonly expanded?: readonly string[];
      readonly note?: { readonly text: string };
    }[];
    readonly connections: readonly {
      readonly from: readonly [nodeId: string, port: string];
      readonly to: readonly [nodeId: string, port: string];
    }[];
  }

  const demoGraphs: readonly DemoGraph[];
  export default demoGraphs;
}

// Every file costs a request with headers of its own, so the page comes in few pieces: what every
// address needs, what the shelf needs, what every table needs, and each board with its words.
const ENTRY = /\/web\/src\/main\.ts$/;
const SHELF = /\/web\/src\/shelf\/Shelf\.svelte$/;
const TABLE = /\/web\/src\/(?:table\/Table\.svelte|shell\.ts)$/;

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** The pieces of the built page, for `output.codeSplitting.groups`. */
export function pieces() {
  const known: string[] = [];

  /** All that these modules need at once; what they fetch later is left out. */
  function reach(root: RegExp, graph: Graph): Set<string> {
    const seen = new Set<string>();
    const ahead = known.filter((id) => root.test(id));
    for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      ahead.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
    }
    return seen;
  }

  let found: Record<"base" | "shelf" | "table", Set<string>> | undefined;
  return [
    {
      debugName: "pieces",
      // Asked of every module before the first name is asked for.
      test: (id: string) => known.push(id) > 0,
      name: (id: string, graph: Graph) => {
        found ??= {
          base: reach(ENTRY, graph),
          shelf: reach(SHELF, graph),
          table: reach(TABLE, graph),
        };
        const { base, shelf, table } = found;
        if (base.has(id) || (shelf.has(id) && table.has(id))) return "base";
        if (table.has(id)) return "table";
        return shelf.has(id) ? "shelf" : null;
      },
    },
  ];
}

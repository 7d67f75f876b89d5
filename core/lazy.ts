/** Returns a function that computes a constant when it is first called. It serves tables that few processes need. */
export function lazy<T>(compute: () => T): () => T {
  let computed: { readonly value: T } | undefined;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}

import { Center, Loader } from '@mantine/core';

/** Shown while something loads. Screen readers announce it. */
export function LoadingNotice({ text = 'Loading …' }: { readonly text?: string }) {
  return (
    <Center mih={200} role="status">
      <Loader aria-hidden />
      <span className="visually-hidden">{text}</span>
    </Center>
  );
}

import { Alert, Code, Text } from '@mantine/core';

/** Shows a secret to copy. The service shows a secret only once. */
export function SecretNotice({ secret }: { readonly secret: string }) {
  return (
    <Alert color="green" title="Copy the secret now: it is shown this once" mt="md" role="status">
      <Text size="sm" mb="xs">
        The receiving program checks with it that a message comes from this service.
      </Text>
      <Code block>{secret}</Code>
    </Alert>
  );
}

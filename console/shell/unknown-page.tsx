import { Container, Text } from '@mantine/core';
import { TextLink } from '../parts/link-button.tsx';
import { PageTitle } from '../parts/page-title.tsx';

export function UnknownPage() {
  return (
    <Container size="sm" py="xl" component="main">
      <PageTitle title="There is no such page" />
      <Text>
        The address may have a typing mistake. <TextLink to="/">Go to the start</TextLink>
      </Text>
    </Container>
  );
}

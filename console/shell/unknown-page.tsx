import { Anchor, Container, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PageTitle } from '../parts/page-title.tsx';

export function UnknownPage() {
  return (
    <Container size="sm" py="xl" component="main">
      <PageTitle title="There is no such page" />
      <Text>
        The address may have a typing mistake.{' '}
        <Anchor component={Link} to="/" underline="always">
          Go to the start
        </Anchor>
      </Text>
    </Container>
  );
}

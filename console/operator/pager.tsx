import { Button, Group } from '@mantine/core';

interface PagerProps {
  readonly page: number;
  readonly hasMore: boolean;
  readonly onPage: (page: number) => void;
}

/** The number of rows of a page in the operator's lists. */
export const PAGE_ROWS = 50;

/** Leads to the previous and the next page. Shows nothing when there is only one page. */
export function Pager({ page, hasMore, onPage }: PagerProps) {
  if (page === 0 && !hasMore) return null;
  return (
    <Group mt="md">
      <Button variant="default" size="xs" disabled={page === 0} onClick={() => onPage(page - 1)}>
        Newer
      </Button>
      <Button variant="default" size="xs" disabled={!hasMore} onClick={() => onPage(page + 1)}>
        Older
      </Button>
    </Group>
  );
}

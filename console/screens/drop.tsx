import { DropArea } from '../drop/drop-area.tsx';
import { useDropEntries, useDropQueue } from '../drop/drop-context.tsx';
import { DropList } from '../drop/drop-list.tsx';
import { PageTitle } from '../parts/page-title.tsx';

export function DropScreen() {
  const queue = useDropQueue();
  const isQuiet = useDropEntries().length > 0;
  return (
    <>
      <PageTitle title="Add statements" lead="You see what each file is before anything is stored." />
      <DropArea title="Drop your carriers' statements here" isQuiet={isQuiet} onFiles={(files) => queue.add(files)}>
        Excel, CSV or PDF files as the carriers send them, many at once if you like.
      </DropArea>
      <DropList />
    </>
  );
}

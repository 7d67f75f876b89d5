import classes from './sparkline.module.css';

const WIDTH = 84;
const HEIGHT = 20;

/** The course of a year as a small line. It is hidden from screen readers, so that words beside it must say the same. */
export function Sparkline({ values }: { readonly values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const range = most - least || 1;
  const place = (value: number, at: number) => ({
    x: 2 + ((WIDTH - 4) * at) / (values.length - 1),
    y: most === least ? HEIGHT / 2 : HEIGHT - 3 - ((HEIGHT - 6) * (value - least)) / range,
  });
  const points = values.map((value, at) => (value === null ? null : place(value, at)));
  const last = points.at(-1) ?? null;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden className={classes.line}>
      <path d={pathOf(points)} fill="none" strokeWidth="1.5" strokeLinejoin="round" strokeLinecap="round" />
      {last !== null && <circle cx={last.x} cy={last.y} r="2" stroke="none" />}
    </svg>
  );
}

/** Joins the points. A month without a statement is a gap. */
function pathOf(points: readonly ({ readonly x: number; readonly y: number } | null)[]): string {
  return points
    .map((point, at) => {
      if (point === null) return '';
      const isStart = (points[at - 1] ?? null) === null;
      return `${isStart ? 'M' : 'L'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`;
    })
    .join('');
}

import { useSearch } from '@tanstack/react-router';
import { FlowList } from './flow-list.tsx';
import { FlowPage } from './flow-page.tsx';
import './flows.css';

/** The list of flows; one flow if the address names it; the builder if it is `new`. */
export default function FlowsPage() {
  const { flow } = useSearch({ strict: false }) as { flow?: number | 'new' };
  return flow === undefined ? <FlowList /> : <FlowPage key={flow} id={flow === 'new' ? undefined : Number(flow)} />;
}

import { Plot } from '../../parts/data/plot.tsx';
import { Table } from '../../parts/data/table.tsx';
import { Note } from '../../parts/feedback.tsx';
import { Section } from '../../parts/page.tsx';
import { Export } from './export.tsx';
import type { Report } from './queries.ts';
import { writeDuration } from './write.ts';

/** How long customers waited for a reply, by agent. */
export function Responses({ responses, file }: { responses: Report['responses']; file: string }) {
  const { agents, conversations, is_complete } = responses;
  return (
    <Section
      title="Response time"
      actions={
        <Export
          file={`response-times-${file}`}
          what="response times"
          columns={['agent_id', 'name', 'replies', 'median_seconds', 'slowest_tenth_seconds']}
          rows={agents.map((one) => [
            one.agent_id,
            one.name,
            one.replies,
            one.median_seconds,
            one.slowest_tenth_seconds,
          ])}
        />
      }
    >
      {agents.length === 0 ? (
        <p className="muted">
          No customer got a reply in a conversation that is assigned to an agent. Assign conversations in the inbox.
        </p>
      ) : (
        <>
          {agents.length > 1 && (
            <Plot
              label="Response time of agents"
              labelName="Agent"
              labels={agents.map(({ agent_id, name }) => name || `Agent ${agent_id}`)}
              write={writeDuration}
              unit="seconds"
              series={[
                { name: 'Median', colour: '--accent', values: agents.map((one) => one.median_seconds) },
                {
                  name: 'Nine of ten within',
                  colour: '--warn',
                  values: agents.map((one) => one.slowest_tenth_seconds),
                },
              ]}
            />
          )}
          <Table
            label="Response times"
            rows={agents}
            keyOf={({ agent_id }) => String(agent_id)}
            columns={[
              { name: 'Agent', width: '40%', cell: ({ name }) => <bdi>{name}</bdi>, sortBy: ({ name }) => name },
              {
                name: 'Replies',
                isNumber: true,
                cell: ({ replies }) => replies.toLocaleString(),
                sortBy: ({ replies }) => replies,
              },
              {
                name: 'Median',
                isNumber: true,
                cell: ({ median_seconds }) => writeDuration(median_seconds),
                sortBy: ({ median_seconds }) => median_seconds,
              },
              {
                name: 'Nine of ten within',
                isNumber: true,
                cell: ({ slowest_tenth_seconds }) => writeDuration(slowest_tenth_seconds),
                sortBy: ({ slowest_tenth_seconds }) => slowest_tenth_seconds,
              },
            ]}
          />
        </>
      )}
      {!is_complete && (
        <Note>
          <p>
            Of more than {conversations.toLocaleString()} assigned conversations, the most recent ones were read. Choose
            fewer days for exact numbers.
          </p>
        </Note>
      )}
      <p className="muted">
        From a customer’s first message without a reply to the next message, for the agent to whom the conversation is
        assigned now. Half of the waits are shorter than the median. Messages do not record who wrote them, so replies
        of programs and flows count, and campaigns do not.
      </p>
    </Section>
  );
}

/** A tool that calls one operation of the API. */
export interface OperationTool {
  name: string;
  title: string;
  description: string;
  method: string;
  path: string;
  /** The arguments that belong in the query. */
  query: readonly string[];
  /** Whether a call sends a message to a person. */
  sends: boolean;
  inputSchema: {
    type: 'object';
    properties: Record<string, object>;
    required: readonly string[];
    additionalProperties: false;
  };
  /** The data of the response. */
  outputSchema: {
    type: 'object';
    description: string;
    properties: Record<string, object>;
    required: readonly string[];
  };
}

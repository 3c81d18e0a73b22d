/** One error that Meta can return: S in the reply to the request, W later in a `failed` status, or both. */
export interface GraphErrorRow {
  code: number;
  subcode?: number;
  http: number;
  message: string;
  details?: string;
  where: 'S' | 'W' | 'SW' | 'inbound';
  type?: string;
  transient?: boolean;
  /** The title and text for the person who uses the app, in `error_user_title` and `error_user_msg`. */
  user?: { title: string; message: string };
}

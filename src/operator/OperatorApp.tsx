import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { InvitationPage } from './entrance/InvitationPage.tsx';
import { Frame } from './frame/Frame.tsx';
import { NotFoundPage } from './frame/NotFoundPage.tsx';
import { PageFailed } from './frame/PageFailed.tsx';
import { AuditPage } from './people/AuditPage.tsx';
import { StaffPage } from './people/StaffPage.tsx';
import { SitePage } from './site/SitePage.tsx';

/** All pages, below /operator. */
export const routes: RouteObject[] = [
  { path: 'invitation', Component: InvitationPage, ErrorBoundary: PageFailed },
  {
    Component: Frame,
    ErrorBoundary: PageFailed,
    children: [
      {
        ErrorBoundary: PageFailed,
        children: [
          { index: true, Component: SitePage },
          { path: 'staff', Component: StaffPage },
          { path: 'audit', Component: AuditPage },
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes, { basename: '/operator' });

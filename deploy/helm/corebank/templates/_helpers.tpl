{{- define "corebank.name" -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "corebank.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{/* The labels that select the server's pods, not those of the migration. */}}
{{- define "corebank.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: server
{{- end }}

{{- define "corebank.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "corebank.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "corebank.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* Settings of the server and of the migration alike. */}}
{{- define "corebank.environment" -}}
- name: DATABASE_URL
  valueFrom:
    secretKeyRef:
      name: {{ .Values.existingSecret }}
      key: database-url
- name: COREBANK_MASTER_KEY_FILE
  value: /run/corebank/master-key
- name: AUDIT_SIGNING_KEY_FILE
  value: /run/corebank/audit-signing-key
- name: MIGRATE_ON_START
  value: "false"
- name: MANAGEMENT_HOST
  value: 0.0.0.0
- name: MANAGEMENT_PORT
  value: {{ .Values.service.managementPort | quote }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- define "corebank.volumeMounts" -}}
- name: keys
  mountPath: /run/corebank
  readOnly: true
- name: temporary
  mountPath: /tmp
{{- end }}

{{- define "corebank.volumes" -}}
- name: keys
  secret:
    secretName: {{ .Values.existingSecret }}
    defaultMode: 0440
    items:
      - key: master-key
        path: master-key
      - key: audit-signing-key
        path: audit-signing-key
- name: temporary
  emptyDir:
    sizeLimit: {{ .Values.temporaryFiles }}
{{- end }}
